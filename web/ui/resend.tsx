import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { texts } from '../texts/ui.ts'
import { languages } from './formats.ts'
import { FormFailure, messageOf } from './states.tsx'

const secondsFormat = new Intl.NumberFormat(languages, {
  style: 'unit',
  unit: 'second',
  unitDisplay: 'long',
})

/** Counts down to nought. */
function useCountdown(): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return [left, setLeft]
}

/** Mails are at most one a minute; so many seconds mean that one went out just now. */
const justSent = 58

/** @param send asks for a code. @returns seconds until one can be sent again, if that is known. */
export function Resend({ send }: { send: () => Promise<number> }) {
  const [left, count] = useCountdown()
  const again = useMutation({ mutationFn: send, onSuccess: count })
  return (
    <div>
      <FormFailure message={again.error ? messageOf(again.error) : undefined} />
      <Button
        variant="subtle"
        fullWidth
        disabled={left > 0}
        loading={again.isPending}
        onClick={() => again.mutate()}
      >
        {texts.account.codeAgain}
      </Button>
      <div role="status">
        {again.isSuccess && again.data >= justSent && <Text>{texts.account.codeSent}</Text>}
      </div>
      {left > 0 && <Text c="var(--ink-soft)">{texts.account.codeWait(secondsFormat.format(left))}</Text>}
    </div>
  )
}
