import { Text } from '@mantine/core'
import { texts } from '../texts/ui.ts'
import { Gate } from '../ui/gate.tsx'
import { SignInForm } from '../ui/sign-in-form.tsx'
import { enterMarketplace, enterWellness } from './entering.ts'

/** Stand before pages whose person was signed out. */
export const MarketplaceAgain = () => (
  <Gate title={texts.account.againTitle}>
    <Text role="alert">{texts.account.againHint}</Text>
    <SignInForm signIn={enterMarketplace} />
  </Gate>
)

export const WellnessAgain = () => (
  <Gate title={texts.account.againTitle}>
    <Text role="alert">{texts.account.againHint}</Text>
    <SignInForm signIn={enterWellness} hasSecondFactor />
  </Gate>
)
