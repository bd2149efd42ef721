import createClient from 'openapi-fetch';
import { ids, secrets } from '../support/city.ts';
import type { paths } from './schema.ts';

/** A client of the service at the address, typed by its OpenAPI document; it reads and submits. */
export async function typedClient(url: string) {
  const service = createClient<paths>({ baseUrl: url });
  const { data: granted } = await service.POST('/oauth/token', {
    headers: {
      Authorization: `Basic ${btoa(`${ids.client}:${secrets.client}`)}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: { grant_type: 'client_credentials' },
  });
  if (!granted) throw new Error('No token was granted.');
  return createClient<paths>({
    baseUrl: `${url}/v1`,
    headers: {
      'X-API-Key': secrets.key,
      Authorization: `${granted.token_type} ${granted.access_token}`,
    },
  });
}
