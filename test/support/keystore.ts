/**
 * The key of 32 times 01 in the file that geth 1.14.12 writes: `accounts/keystore` `EncryptKey` with `LightScryptN` and `LightScryptP`.
 */
export const gethKeystore = {
  passphrase: 'pässword 1',
  text: '{"address":"1a642f0e3c3af545e7acbd38b07251b3990914f1","crypto":{"cipher":"aes-128-ctr","ciphertext":"0f4cf25f926cfd4492a49c6af2b916cc7a9baaab2b33c839475d4d021bb19e44","cipherparams":{"iv":"41c9b4535a8c3a9bdb06d899656fd0a9"},"kdf":"scrypt","kdfparams":{"dklen":32,"n":4096,"p":6,"r":8,"salt":"c42fb3bea861120dd314ed7a9c95a591fc881a50ca2483b3dd5f29baf98c1899"},"mac":"07de3fb29a8afee6915a024a62f6543e0871ee7da595fd9c75f76717fba2450d"},"id":"71ac605f-0b8c-4d86-8785-bd8c71ce9ff1","version":3}',
};
