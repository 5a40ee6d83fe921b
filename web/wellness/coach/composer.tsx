import { ActionIcon, Textarea } from '@mantine/core'
import { IconSend2 } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { texts } from '../../texts/coach.ts'
import classes from './coach.module.css'

const longest = 2000
/** A phone's own keyboard has a key for new lines and none for sending. */
const sendsOnEnter = window.matchMedia('(pointer: fine)').matches

/** Where one writes; one message after the other. */
export function Composer({
  isBusy,
  send,
}: {
  isBusy: boolean
  /** Tells whether it went. */
  send: (text: string) => Promise<boolean>
}) {
  const [text, setText] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const words = text.trim()
    if (words === '' || isBusy) return
    // Empty at once, so that a second press finds nothing to send again.
    setText('')
    if (!(await send(words))) setText((typed) => typed || words)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!sendsOnEnter || event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  return (
    <form ref={form} className={classes.composer} onSubmit={submit}>
      <Textarea
        aria-label={texts.write}
        placeholder={texts.write}
        autosize
        maxRows={6}
        maxLength={longest}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <ActionIcon type="submit" size={44} aria-label={texts.send} disabled={isBusy || text.trim() === ''}>
        <IconSend2 aria-hidden />
      </ActionIcon>
    </form>
  )
}
