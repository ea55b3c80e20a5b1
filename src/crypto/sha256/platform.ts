/**
 * SHA-256 of the platform, by `imports` of the package: the only module that needs them. Bundlers that do not read `imports` (Parcel)
 * replace it, by `alias` of `package.json`.
 */
export * from '#sha256';
