import { texts } from '../../../texts/admin/marketplace/error-reports.ts'
import { State, type Tone } from '../../state.tsx'

const tones: Readonly<Record<string, Tone>> = { fatal: 'bad', error: 'bad', warning: 'warn' }

/** How bad an error is. */
export const Level = ({ level }: { level: string }) => (
  <State tone={tones[level]}>{texts.levels[level] ?? level}</State>
)
