import { useRouter } from '@tanstack/react-router'
import { texts } from '../texts/ui.ts'
import { PlainButton, plainLink } from './plain-button.tsx'
import { Empty } from './states.tsx'

export function NotFound() {
  const { basepath } = useRouter()
  return (
    <Empty title={texts.notFoundTitle} hint={texts.notFoundHint}>
      <a href={basepath || '/'} {...plainLink('default')}>
        {texts.home}
      </a>
    </Empty>
  )
}

export const Broken = () => (
  <Empty title={texts.brokenTitle} hint={texts.brokenHint}>
    <PlainButton look="filled" onClick={() => window.location.reload()}>
      {texts.reload}
    </PlainButton>
  </Empty>
)
