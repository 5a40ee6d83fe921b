import { ActionIcon, Button } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { useState } from 'react'
import { texts } from '../../texts/reports.ts'
import { texts as reviews } from '../../texts/reviews.ts'
import { lazily } from '../../ui/lazy.tsx'
import { usePersonId } from '../../ui/session.ts'
import { useSignInFirst } from '../accounts/sign-in-first.ts'
import { session } from '../session.ts'
import type { Reported } from './report-dialog.tsx'

const ReportDialog = lazily(() => import('./report-dialog.tsx'), 'ReportDialog')

/** Whoever is not signed in does that first. */
function useReport(reported: Reported) {
  const [isAsking, setAsking] = useState(false)
  const isSignedIn = usePersonId(session) !== ''
  const signInFirst = useSignInFirst()
  const dialog = isAsking && <ReportDialog reported={reported} onClose={() => setAsking(false)} />
  return { dialog, ask: () => (isSignedIn ? setAsking(true) : signInFirst()) }
}

/** The way to report a comment, beside it. */
export function CommentReport({ id, text, name }: { id: string; text: string; name: string }) {
  const { dialog, ask } = useReport({ kind: 'comment', id, name: texts.commentOf(name) })
  return (
    <>
      <ActionIcon aria-label={texts.comment(text)} aria-haspopup="dialog" c="var(--ink-soft)" onClick={ask}>
        <IconFlag aria-hidden size={18} />
      </ActionIcon>
      {dialog}
    </>
  )
}

/** The way to report a review, beside it. */
export function ReviewReport({ id, name }: { id: string; name: string }) {
  const { dialog, ask } = useReport({ kind: 'review', id, name: reviews.reviewOf(name) })
  return (
    <>
      <ActionIcon aria-label={reviews.report(name)} aria-haspopup="dialog" c="var(--ink-soft)" onClick={ask}>
        <IconFlag aria-hidden size={18} />
      </ActionIcon>
      {dialog}
    </>
  )
}

/** The way to report something. */
export function ReportButton({ reported }: { reported: Reported & { kind: keyof typeof texts.open } }) {
  const { dialog, ask } = useReport(reported)
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        c="var(--ink-soft)"
        leftSection={<IconFlag aria-hidden size={18} />}
        style={{ justifySelf: 'start' }}
        onClick={ask}
      >
        {texts.open[reported.kind]}
      </Button>
      {dialog}
    </>
  )
}
