import { Button, Group, Textarea } from '@mantine/core'
import type { ReferralRecord } from '@plaza/client/wellness'
import { adminDecideReferralMutation } from '@plaza/client/wellness/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../../texts/admin/wellness/referrals.ts'
import { Confirmation } from '../../../ui/confirmation.tsx'
import { ofNoun } from '../../../ui/queries.ts'
import { say } from '../../../ui/toasts.tsx'

type Verdict = keyof typeof texts.verdicts

/** What can be decided about a referral, as it stands. */
function verdictsFor({ status, isHeld, isCapped }: ReferralRecord): readonly Verdict[] {
  if (status === 'REWARDED') return ['REVERSE']
  if (status === 'REJECTED' || status === 'REVERSED') return []
  return isHeld || isCapped ? ['APPROVE', 'REJECT'] : ['REJECT']
}

/** The buttons by which an administrator decides, each with a reason. */
export function Verdicts({ referral }: { referral: ReferralRecord }) {
  const [asked, setAsked] = useState<Verdict>()
  return (
    <Group gap="xs">
      {verdictsFor(referral).map((verdict) => (
        <Button key={verdict} variant="default" onClick={() => setAsked(verdict)}>
          {texts.verdicts[verdict]}
        </Button>
      ))}
      {asked && <Asked referral={referral} verdict={asked} onClose={() => setAsked(undefined)} />}
    </Group>
  )
}

const leastReason = 3

function Asked({
  referral,
  verdict,
  onClose,
}: {
  referral: ReferralRecord
  verdict: Verdict
  onClose: () => void
}) {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const decide = useMutation({
    ...adminDecideReferralMutation(),
    onSuccess: async () => {
      say(texts.decided)
      await client.invalidateQueries(ofNoun('referrals'))
      onClose()
    },
  })
  const mutate = () => decide.mutate({ path: { id: referral.id }, body: { verdict, reason: reason.trim() } })
  return (
    <Confirmation
      title={texts.ask[verdict]}
      hint={texts.hints[verdict]}
      action={texts.verdicts[verdict]}
      isGrave={verdict !== 'APPROVE'}
      isReady={reason.trim().length >= leastReason}
      change={{ ...decide, mutate }}
      onClose={onClose}
    >
      <Textarea
        required
        autosize
        data-autofocus
        minRows={3}
        maxLength={500}
        dir="auto"
        label={texts.reason}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Confirmation>
  )
}
