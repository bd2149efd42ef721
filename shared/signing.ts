/** Gives the secrets that are valid now; the first one signs, the others only verify. */
export type SigningSecrets = () => Promise<readonly [current: string, ...former: string[]]>;
