import { readSettings } from '../../shared/config.ts';
import { createAccess } from '../../shared/http/access.ts';
import { createAdmission } from '../../shared/http/admission.ts';
import { createLimits } from '../../shared/http/rate-limit.ts';

type Parts = Parameters<typeof createAccess>[0];

const nobody = async () => undefined;

/** Who is let in where no credential is known and nothing holds requests up; with parts of one's own. */
export function accessWith(own: Partial<Parts> = {}) {
  return createAccess({
    admission: createAdmission({ kind: 'server', available: nobody }),
    limits: createLimits({
      settings: readSettings({}),
      shared: undefined,
      peerOf: () => '192.0.2.1',
    }),
    byKey: nobody,
    byToken: nobody,
    ...own,
  });
}
