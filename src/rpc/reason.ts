import type { ErrorCode } from '../errors/codes.ts';

/** Why a node did not take a transaction. */
export interface Reason {
  /** The code that the checks of this library give for it; none where only the node can know. */
  readonly code?: ErrorCode;
  /** In the node's words. */
  readonly text: string;
}

/**
 * What a node says, and the code for it, the most telling first. It has one word for what is out of order and what is double
 * (`NotSorted`), and one for what pays too little and what pays out too much (`Unbalanced`). Source: the errors of avalanchego v1.15.0
 * `vms/platformvm/txs`, `vms/avm/txs`, `vms/components`, `vms/secp256k1fx`, `vms/txs/mempool`, `codec`.
 */
const reasons: readonly (readonly [said: RegExp, code: ErrorCode])[] = [
  [/trailing buffer space/, 'TrailingBytes'],
  [/insufficient length for input|couldn't unpack codec version/, 'Truncated'],
  [/unknown codec version/, 'BadVersion'],
  [/unknown type ID|does not implement interface|recursive interface/, 'UnknownTypeID'],
  [/invalid input checksum/, 'BadChecksum'],
  [
    /max slice length|memo exceeds|(name|symbol|genesis) (is )?too long|tx too large|payload too large/,
    'TooLong',
  ],
  [/wrong network ?ID/i, 'WrongNetwork'],
  [
    /wrong chain ID|mismatched chainIDs|not same subnet|mismatched subnetIDs|same chainID/,
    'WrongChain',
  ],
  [/not permitted (pre|post)-|prior to activation|not yet allowed/, 'WrongUpgrade'],
  [
    /signature was mutated|wrong signature|invalid signature|failed to parse signature|expected signature from|unable to recover|proof of possession|signature (is invalid|weight is insufficient)|recovery failed/,
    'BadSignature',
  ],
  [/has less signers|different number of signers/, 'MissingSigner'],
  [/unauthorized modification|is immutable|invalid subnet auth/, 'BadSignature'],
  [/duplicate|conflicts with other|double spend|already issued|already a validator/, 'Duplicate'],
  [/not sorted/, 'NotSorted'],
  [/time locked|locked funds not marked/, 'Locked'],
  [/insufficient ((un)?locked )?funds/, 'Unbalanced'],
  [/warp message expired|staker.*before end time/, 'Expired'],
  [/not found|could not load|unknown validator|missing|isn't a current/, 'MissingState'],
  [
    /asset IDs? .*(match|not)|locktime does not match|not equal|weight mismatch|is not equal|wrong number|incorrect staked|wrong (locktime|mint output|unique ID|source|owner)|should have the same number/i,
    'Mismatch',
  ],
  [/not AVAX|non-AVAX|unsupported|incompatible feature extension/, 'Unsupported'],
  [
    /overflow|nonexistent address|no value|zero amount|too (short|long|large|low|small)|at least|exceeds|insufficient delegation fee|over delegated|not inside|must be|unspendable|empty|illegal|should be optimized|no (stake|import|export|inputs|outputs)/,
    'OutOfRange',
  ],
];

/** The node's words with the code for them. */
export function reasonOf(text: string): Reason {
  const found = reasons.find(([said]) => said.test(text));
  return found ? { code: found[1], text } : { text };
}
