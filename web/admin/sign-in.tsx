import { SegmentedControl, Stack, Text } from '@mantine/core'
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { texts } from '../texts/admin.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { type Credentials, SignInForm } from '../ui/sign-in-form.tsx'
import { signIn as enterMarketplace } from './marketplace/accounts/staff.ts'
import { signIn as enterWellness } from './wellness/admins/sign-in.ts'

const route = getRouteApi('/sign-in')

/** Each product has its own people; one may be at work in both. */
export function SignIn() {
  const { product = 'marketplace', next } = route.useSearch()
  const navigate = useNavigate()
  const router = useRouter()
  const isWellness = product === 'wellness'
  const enter = async (credentials: Credentials) => {
    await (isWellness ? enterWellness(credentials) : enterMarketplace(credentials))
    router.history.replace(next && /^\/admin(\/|$)/.test(next) ? next : '/admin/')
  }
  return (
    <Stack maw={420}>
      <PageTitle>{texts.signIn.title}</PageTitle>
      <SegmentedControl
        aria-label={texts.signIn.product}
        size="md"
        value={product}
        onChange={(chosen) => navigate({ to: '/sign-in', search: { product: chosen }, replace: true })}
        data={[
          { value: 'marketplace', label: texts.signIn.marketplace },
          { value: 'wellness', label: texts.signIn.wellness },
        ]}
      />
      <Text c="var(--ink-soft)">{isWellness ? texts.signIn.wellnessHint : texts.signIn.marketplaceHint}</Text>
      <SignInForm key={product} signIn={enter} hasSecondFactor={isWellness} />
    </Stack>
  )
}
