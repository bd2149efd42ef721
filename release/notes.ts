/** What CHANGELOG.md says of a version, under its heading. Throws where it says nothing, or has no day for it. */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m);
  const section = sections.find((text) => text.startsWith(`${version} (`));
  const [, notes] = /^\S+ \(\d{4}-\d\d-\d\d\)\n\n([\s\S]+)$/.exec(section ?? '') ?? [];
  if (!notes)
    throw new Error(
      `CHANGELOG.md has no "## ${version} (2026-01-31)" with text, the day being its own.`,
    );
  return `${notes.trim()}\n`;
}
