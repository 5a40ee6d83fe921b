import type { LocalServices } from '../services.ts'

/** Which numbers hold for limits that are counted in the database. Without general limits these hold all the same. */
export type Strictness = 'default' | 'strict'

export const strictnessOf = ({ settings }: Pick<LocalServices, 'settings'>): Strictness =>
  settings.rateLimit === 'strict' ? 'strict' : 'default'
