import { Button, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { texts } from '../../texts/comments.ts'
import { FormFailure } from '../../ui/states.tsx'
import { useDraft } from '../chat/drafts.ts'
import classes from './comments.module.css'
import { type OutgoingComment, send } from './outbox.ts'

const longest = 1000

interface ComposerProps {
  postId: string
  answers?: OutgoingComment['answers']
  label: string
  isFirst?: boolean
  onSent?: () => void
  /** Beside the button that sends it. */
  children?: ReactNode
}

/** Where one asks or answers; what is typed is there again when the page is. */
export function Composer({ postId, answers, label, isFirst = false, onSent, children }: ComposerProps) {
  const { text, write, putBack } = useDraft(answers?.id ?? postId)
  const [failure, setFailure] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const words = text.trim()
    if (words === '') return
    // Empty at once, so that a second press finds nothing to send again.
    write('')
    setFailure(undefined)
    try {
      await send({ postId, text: words, ...(answers ? { answers } : {}) })
      onSent?.()
    } catch {
      putBack(words)
      setFailure(texts.notKept)
    }
  }
  return (
    <form className={classes.composer} onSubmit={submit}>
      <FormFailure message={failure} />
      <Textarea
        label={label}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={longest}
        dir="auto"
        value={text}
        ref={isFirst ? focusOnce : undefined}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        {children}
        <Button type="submit" disabled={text.trim() === ''}>
          {texts.send}
        </Button>
      </div>
    </form>
  )
}

const focusOnce = (field: HTMLTextAreaElement | null) => field?.focus()
