/** @jsxImportSource preact */
import type { Db } from '../../shared/database/db.ts';
import { enoughMatches, keptQuality } from '../quality/index.ts';
import { counted, momentInWords, numberInWords, percentInWords } from './language.ts';
import { Page } from './page.tsx';
import { CalibrationChart, PoolChart } from './quality-charts.tsx';
import { findingOf, weaknessesOf } from './quality-facts.ts';
import {
  Against,
  Calibration,
  Groups,
  NewcomersTable,
  type Part,
  PoolTable,
} from './quality-tables.tsx';
import { qualityWords } from './quality-words.ts';
import type { Visit } from './visit.ts';

/** How good the forecasts are, by the last result: for everybody in a sentence, then in full. rules 13.7 */
export async function qualityPage(db: Db, visit: Visit) {
  const words = qualityWords[visit.language];
  const kept = await keptQuality(db);
  const result = kept?.result;
  return (
    <Page visit={visit} title={[words.title]}>
      <div class="quality">
        <h1>{words.title}</h1>
        <p>{words.intro}</p>
        {kept && result && result.points.matches > 0 ? (
          <>
            <Found visit={visit} kept={result} />
            <p class="quiet">{words.computed(momentInWords(visit.language, kept.computed_at))}</p>
          </>
        ) : (
          <p class="finding">{words.none}</p>
        )}
      </div>
    </Page>
  );
}

function Found({ visit, kept }: Part) {
  const words = qualityWords[visit.language];
  const weaknesses = weaknessesOf(visit.language, kept);
  const isEnough = kept.matches >= enoughMatches;
  return (
    <>
      <p class="finding">{findingOf(visit.language, kept) ?? <Few visit={visit} kept={kept} />}</p>
      <h2>{words.calibration.title}</h2>
      <div class="beside-table">
        <CalibrationChart visit={visit} bins={kept.bins} enough={enoughMatches} />
        <div>
          <Calibration visit={visit} kept={kept} />
          <p class="quiet">{words.calibration.few(numberInWords(visit.language, enoughMatches))}</p>
          {isEnough && kept.calibration_error !== null && (
            <p>
              {words.calibration.off(percentInWords(visit.language, round(kept.calibration_error)))}
            </p>
          )}
        </div>
      </div>
      {weaknesses.length > 0 && (
        <>
          <h2>{words.weak.title}</h2>
          <ul>
            {weaknesses.map((weakness) => (
              <li key={weakness}>{weakness}</li>
            ))}
          </ul>
        </>
      )}
      {isEnough && (
        <>
          <h2>{words.against.title}</h2>
          <p>{words.against.told}</p>
          <Against visit={visit} kept={kept} />
        </>
      )}
      <h2>{words.groups.title}</h2>
      <Groups visit={visit} kept={kept} />
      <h2>{words.pool.title}</h2>
      <p>{words.pool.told}</p>
      <PoolChart visit={visit} months={kept.pool.months} />
      <details>
        <summary>{words.pool.table}</summary>
        <PoolTable visit={visit} kept={kept} />
        <p class="quiet">{words.pool.note}</p>
      </details>
      <h2>{words.newcomers.title}</h2>
      <p>{words.newcomers.told}</p>
      <NewcomersTable visit={visit} kept={kept} />
    </>
  );
}

function Few({ visit, kept }: Part) {
  const words = qualityWords[visit.language];
  const matches = counted(visit.language, kept.matches, words.matchesPlayed);
  return <>{words.few(matches, numberInWords(visit.language, enoughMatches))}</>;
}

const round = (share: number) => Math.round(share * 1000) / 1000;
