/** Every entry point of the package that runs in a browser, for the edited code. */
import * as core from 'avalanche-tx';
import * as blocks from 'avalanche-tx/blocks';
import * as bls from 'avalanche-tx/bls';
import * as build from 'avalanche-tx/build';
import * as cchain from 'avalanche-tx/cchain';
import * as codec from 'avalanche-tx/codec';
import * as convert from 'avalanche-tx/convert';
import * as deposits from 'avalanche-tx/deposits';
import * as explain from 'avalanche-tx/explain';
import * as fee from 'avalanche-tx/fee';
import * as hd from 'avalanche-tx/hd';
import * as history from 'avalanche-tx/history';
import * as keystone from 'avalanche-tx/keystone';
import * as network from 'avalanche-tx/network';
import * as pchain from 'avalanche-tx/pchain';
import * as rpc from 'avalanche-tx/rpc';
import * as rules from 'avalanche-tx/rules';
import * as sign from 'avalanche-tx/sign';
import * as testnode from 'avalanche-tx/testnode';
import * as wallet from 'avalanche-tx/wallet';
import * as warp from 'avalanche-tx/warp';
import * as xchain from 'avalanche-tx/xchain';
import { watchedBuild, watchedSign, watchedTestnode } from './watch.ts';

type Module = { readonly [name: string]: unknown };

/** By specifier. Those that make drafts, signatures and test nodes tell the panels. */
export const library: ReadonlyMap<string, Module> = new Map<string, Module>([
  ['avalanche-tx', core],
  ['avalanche-tx/bls', bls],
  ['avalanche-tx/build', watchedBuild(build)],
  ['avalanche-tx/cchain', cchain],
  ['avalanche-tx/blocks', blocks],
  ['avalanche-tx/deposits', deposits],
  ['avalanche-tx/explain', explain],
  ['avalanche-tx/fee', fee],
  ['avalanche-tx/hd', hd],
  ['avalanche-tx/history', history],
  ['avalanche-tx/convert', convert],
  ['avalanche-tx/keystone', keystone],
  ['avalanche-tx/network', network],
  ['avalanche-tx/pchain', pchain],
  ['avalanche-tx/rpc', rpc],
  ['avalanche-tx/rules', rules],
  ['avalanche-tx/sign', watchedSign(sign)],
  ['avalanche-tx/testnode', watchedTestnode(testnode)],
  ['avalanche-tx/wallet', wallet],
  ['avalanche-tx/warp', warp],
  ['avalanche-tx/codec', codec],
  ['avalanche-tx/xchain', xchain],
]);
