import type { SavedSearchRecord } from '@plaza/client/marketplace'
import { texts } from '../../texts/saved-searches.ts'

export type Cadence = SavedSearchRecord['cadence']
const cadences = ['instant', 'daily', 'weekly', 'none'] as const satisfies readonly Cadence[]

/** What can be chosen, as it is said. */
export const cadenceOptions = cadences.map((value) => ({ value, label: texts.cadences[value] }))

export const cadenceOf = (value: string): Cadence => cadences.find((one) => one === value) ?? 'daily'
