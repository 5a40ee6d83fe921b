import type { Static } from 'typebox'
import type { Reading } from '../../platform/operation/work.ts'
import { countryToHelpIn, safetyCard } from '../helplines/public.ts'
import type { Asker } from './builtin/reply.ts'
import { versionOf } from './model.ts'
import { selectConsent, selectPerson } from './queries.ts'
import { type ChatSettings, disclosureIn } from './shapes.ts'

const usualRetention = 365

/** What somebody chose of the coach, and where they find people. */
export async function settingsOf(
  { db, services }: Pick<Reading, 'db' | 'services'>,
  asker: Asker,
): Promise<Static<typeof ChatSettings>> {
  const { languageModel, settings } = services
  const version = versionOf(services)
  const [person, agreedAt] = await Promise.all([
    selectPerson(db, asker.id),
    version === undefined ? undefined : selectConsent(db, asker.id, version),
  ])
  return {
    retentionDays: person ? person.retention_days : usualRetention,
    model:
      languageModel && version !== undefined
        ? {
            host: languageModel.host,
            name: languageModel.model,
            version,
            agreedAt: agreedAt?.toISOString() ?? null,
          }
        : null,
    disclosure: disclosureIn(asker.language),
    help: safetyCard(settings, countryToHelpIn(settings, asker), asker.language),
  }
}
