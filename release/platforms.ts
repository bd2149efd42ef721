/** Bun's names of the platforms by ours; "baseline" runs on processors without AVX2, too. */
export const platforms: Readonly<Record<string, string>> = {
  'linux-x64': 'bun-linux-x64-baseline',
  'linux-arm64': 'bun-linux-arm64',
  'macos-x64': 'bun-darwin-x64-baseline',
  'macos-arm64': 'bun-darwin-arm64',
};

/** Throws where one of the names is no platform of ours. */
export function requirePlatforms(names: readonly string[]): void {
  const unknown = names.filter((name) => !(name in platforms));
  if (unknown.length === 0) return;
  const all = Object.keys(platforms).join(', ');
  throw new Error(`There is no platform ${unknown.join(', ')}: --platform takes ${all}.`);
}
