import type { ReferralRecord } from '@plaza/client/wellness'
import { texts } from '../../../texts/admin/wellness/referrals.ts'
import { list } from '../../../ui/formats.ts'
import { State, type Tone } from '../../state.tsx'

const tones: Readonly<Record<ReferralRecord['status'], Tone>> = {
  PENDING: 'quiet',
  JOINED: 'busy',
  QUALIFIED: 'busy',
  REWARDED: 'good',
  REJECTED: 'bad',
  REVERSED: 'bad',
}

/** How far a referral is, and whether somebody has to decide about it. */
export const ReferralState = ({ status, isHeld }: Pick<ReferralRecord, 'status' | 'isHeld'>) =>
  isHeld ? (
    <State tone="warn">
      {texts.statuses[status]} · {texts.held}
    </State>
  ) : (
    <State tone={tones[status]}>{texts.statuses[status]}</State>
  )

/** What looks wrong with it. */
export const signalsIn = ({ signals }: Pick<ReferralRecord, 'signals'>): string =>
  signals.length === 0 ? texts.noSignals : list(signals.map((signal) => texts.signals[signal] ?? signal))
