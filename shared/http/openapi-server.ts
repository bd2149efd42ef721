import type { Json } from './openapi-schema.ts';

/**
 * The server at an address below the public one. While that is only this machine's own name, it is
 * a variable: a document that sends everybody to their own machine would be wrong (and linters say so).
 */
export function serverAt(address: string, publicUrl: string, description: string): Json {
  if (new URL(publicUrl).hostname !== 'localhost') return { url: address, description };
  return {
    url: address.replace(publicUrl, '{public_url}'),
    description,
    variables: {
      public_url: { default: publicUrl, description: 'Where the service runs, its `PUBLIC_URL`' },
    },
  };
}
