import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { decodeTx } from '../../src/chain/tx.ts';
import { formatPath } from '../../src/errors/error.ts';
import { type AnyUnsignedTx, type BLS, checkTx, type Facts } from '../../src/rules/index.ts';
import { parseHex } from '../../src/text/hex.ts';
import type { Judged } from '../support/judged.ts';
import { type FactsRow, factsFrom } from '../support/nodefacts.ts';

type Checked = { readonly tx: AnyUnsignedTx; readonly facts: Facts };

/** The node has accepted the signatures: pairings would take most of the time. */
const trusting: BLS = { verifyPossession: () => true, verifyMessage: () => {} };

/** Transactions of each type that the node accepts, with all that it knows. */
function accepted(): readonly Checked[] {
  const states = new Map<string, ReturnType<typeof factsFrom>>();
  const counts = new Map<string, number>();
  const vectors = readFileSync(new URL('../../vectors/verdicts.ndjson.gz', import.meta.url));
  return gunzipSync(vectors)
    .toString()
    .trimEnd()
    .split('\n')
    .flatMap((text) => {
      const line = JSON.parse(text) as FactsRow | Judged;
      if ('facts' in line) {
        states.set(line.facts, factsFrom(line));
        return [];
      }
      const count = (counts.get(`${line.chain} ${line.type}`) ?? 0) + (line.ok ? 1 : 0);
      counts.set(`${line.chain} ${line.type}`, count);
      if (!line.ok || count > 3) return [];
      const { [line.chain]: facts } = states.get(line.state)!;
      const { unsignedTx: tx } = decodeTx(parseHex(line.hex), line.chain);
      return [{ tx, facts: facts.bls ? { ...facts, bls: trusting } : facts }];
    });
}

/** The facts without some, or without a field of one; with `null` the chain has none. */
function without(facts: Facts, what: string): Facts {
  if (what === 'imports null') {
    const none = () => null;
    return { ...facts, imports: { P: none, X: none, C: none } };
  }
  if (what.endsWith(' null')) return { ...facts, [what.slice(0, -5)]: () => null };
  const rest: Record<string, unknown> = { ...facts };
  for (const part of what.split('+')) {
    const [fact, field] = part.split('.') as [string, string?];
    const known = rest[fact];
    const strip = (of: unknown) => of && { ...of, [field!]: undefined };
    if (field === undefined || known === undefined) delete rest[fact];
    else
      rest[fact] = typeof known === 'function' ? (key: string) => strip(known(key)) : strip(known);
  }
  return rest as unknown as Facts;
}

const aboutTime = [
  'delegated weight',
  'duration',
  'expiry',
  'fee',
  'gas',
  'memo',
  'period',
  'start',
  'upgrade',
  'validator',
  'validator of the primary network',
];

/** What is not known or not there, and what rules then say: the fact or the code, and each rule with its path. */
const needs: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  time: { time: aboutTime },
  'time+clock': {
    time: aboutTime,
    clock: ['UTXOs inputs[#].input', 'funds'],
  },
  utxos: {
    utxos: [
      'UTXOs inputs[#]',
      'consumed UTXOs operations[#].inputIDs[#]',
      'fee inputs[#]',
      'funds inputs[#]',
    ],
  },
  imports: { imports: ['UTXOs importedInputs[#]'] },
  feeState: { feeState: ['fee', 'gas'] },
  'feeState.price': { feeState: ['fee'] },
  'feeState.capacity': { feeState: ['gas'] },
  subnets: {
    subnets: [
      'authorization subnetAuthorization',
      'manager message',
      'mutable subnet',
      'total weight message.Payload.Payload.weight',
    ],
  },
  'subnets.owner': { subnets: ['authorization subnetAuthorization'] },
  'subnets.transformation': { subnets: ['mutable subnet'] },
  'subnets.manager': { subnets: ['manager message', 'mutable subnet'] },
  'subnets.l1Weight': { subnets: ['total weight message.Payload.Payload.weight'] },
  'subnets null': {
    NotFound: ['authorization subnetAuthorization', 'manager message'],
    subnets: ['mutable subnet', 'total weight message.Payload.Payload.weight'],
  },
  validators: {
    validators: [
      'delegated weight validator.nodeID',
      'new validator message.Payload.Payload',
      'new validator nodeID',
      'new validator validator.nodeID',
      'new validators validators[#]',
      'removable validator nodeID',
      'validator of the primary network validator.nodeID',
      'validator validator.nodeID',
    ],
  },
  'validators.delegators': { validators: ['delegated weight'] },
  'validators null': {
    NotFound: [
      'removable validator nodeID',
      'validator of the primary network validator.nodeID',
      'validator validator.nodeID',
    ],
    validators: ['delegated weight'],
  },
  autoRenewed: {
    autoRenewed: ['authorization auth', 'auto-renewed validator txID'],
  },
  'autoRenewed.validatorAuthority': { autoRenewed: ['authorization auth'] },
  'autoRenewed null': {
    NotFound: ['authorization auth', 'auto-renewed validator txID'],
  },
  l1Validators: {
    l1Validators: [
      'active validators',
      'authorization disableAuthorization',
      'manager message.Payload.Payload.validationID',
      'nonce message.Payload.Payload.validationID',
      'remaining validators message.Payload.Payload.validationID',
      'total weight message.Payload.Payload.validationID',
      'validation validationID',
    ],
  },
  'l1Validators.subnetID': {
    l1Validators: ['manager', 'total weight message.Payload.Payload.weight'],
  },
  'l1Validators.weight': { l1Validators: ['total weight'] },
  'l1Validators.minNonce': { l1Validators: ['nonce'] },
  'l1Validators.balance': { l1Validators: ['active validators'] },
  'l1Validators.deactivationOwner': {
    l1Validators: ['authorization disableAuthorization'],
  },
  'l1Validators null': {
    NotFound: [
      'authorization disableAuthorization',
      'nonce message.Payload.Payload.validationID',
      'validation validationID',
    ],
    l1Validators: ['active validators', 'manager', 'remaining validators', 'total weight'],
  },
  l1Nodes: { l1Nodes: ['new validator message.Payload.Payload'] },
  activeL1Validators: {
    activeL1Validators: ['active validators', 'active validators validators[#]'],
  },
  accruedFees: {},
  expiries: { expiries: ['new registration'] },
  signers: { signers: ['warp signature message.SourceChainID'] },
  'signers null': { NotFound: ['warp signature message.SourceChainID'] },
  bls: {
    bls: [
      'proof of possession signer',
      'proofs of possession validators[#].signer',
      'registered key',
      'warp signature message',
    ],
  },
  assets: { assets: ['assets exportedOutputs[#].assetID', 'assets operations[#].assetID'] },
  'assets null': {
    NotFound: ['assets exportedOutputs[#].assetID', 'assets operations[#].assetID'],
  },
  accounts: { accounts: ['accounts inputs[#]'] },
  'accounts null': { NotFound: ['accounts inputs[#]'] },
  'utxos null': {
    NotFound: ['UTXOs inputs[#]', 'consumed UTXOs operations[#].inputIDs[#]'],
    utxos: ['fee', 'funds'],
  },
  'imports null': { NotFound: ['UTXOs importedInputs[#]'] },
};

const checked = accepted();

it.each(Object.entries(needs))(
  'without %s the rules that need it say so, and no others',
  (what, rules) => {
    const found: Record<string, Set<string>> = {};
    for (const { tx, facts } of checked)
      for (const { rule, result, missing, code, path } of checkTx(tx, without(facts, what))
        .findings) {
        // Of the price of gas on C no state says anything; who signs is a fact of its own.
        if (result === 'ok' || missing === 'baseFee' || rule === 'signatures') continue;
        const place = formatPath(path!).replace(/\d+/g, '#');
        (found[missing ?? code!] ??= new Set()).add(`${rule} ${place}`.trim());
      }
    const sorted = Object.entries(found).map(([of, list]) => [of, [...list].sort()]);
    expect(Object.fromEntries(sorted)).toEqual(rules);
  },
);
