import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { texts } from '../texts/ui.ts'
import { Empty } from './states.tsx'

export function NotFound() {
  const { basepath } = useRouter()
  return (
    <Empty title={texts.notFoundTitle} hint={texts.notFoundHint}>
      <Button component="a" href={basepath || '/'} variant="default">
        {texts.home}
      </Button>
    </Empty>
  )
}

export const Broken = () => (
  <Empty title={texts.brokenTitle} hint={texts.brokenHint}>
    <Button onClick={() => window.location.reload()}>{texts.reload}</Button>
  </Empty>
)
