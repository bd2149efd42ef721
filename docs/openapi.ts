import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentAt } from '../tests/support/document.ts';

/** Where the OpenAPI document is kept for those who don't run the service. */
export const openApiFile = join(import.meta.dirname, 'openapi.json');

/** What it holds: the document of an installation that has no public address yet. */
export function openApiText(): string {
  return `${JSON.stringify(documentAt('http://localhost:3000'), null, 2)}\n`;
}

if (import.meta.main) writeFileSync(openApiFile, openApiText());
