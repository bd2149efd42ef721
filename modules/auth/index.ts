/** Who may do what: API keys, organizers' clients, access tokens, and the limits of their requests. */
export { createCredentials } from './credentials.ts';
export { ApiClient, ApiKey, InstallationSecret, Pass, RateWindow } from './entity.ts';
export { type Credentials, issueCredentials } from './issue.ts';
export { createKeyUses, type KeyUses } from './key-use.ts';
export { type CredentialKind, clientKind, keyKind, passKind } from './kind.ts';
export { createDatabaseLimiter, purgeRateWindows } from './limit-repository.ts';
export { removeRevokedPasses } from './pass-repository.ts';
export { createPasses, type DeskPass } from './passes.ts';
export { removeRevokedClients } from './repository.ts';
export {
  forgetFormerSecrets,
  replaceSecret,
  rotateSigningSecret,
  type Until,
} from './rotation-repository.ts';
export { hashSecret, newSecret } from './secret.ts';
export { createSigningSecrets } from './signing.ts';
export { tokenEndpoint } from './token-endpoint.ts';
export { createTokens } from './tokens.ts';
