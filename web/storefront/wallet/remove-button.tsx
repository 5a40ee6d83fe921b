import { Button } from '@mantine/core'
import { useState } from 'react'
import { Confirmation } from '../../ui/confirmation.tsx'

interface RemoveButtonProps {
  name: string
  /** What it removes, which is read out, too. */
  title: string
  hint: string
  change: { mutate: () => void; isPending: boolean; error: unknown }
}

/** Asks before a card or a bank account is removed. */
export function RemoveButton({ name, title, hint, change }: RemoveButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" aria-label={title} onClick={() => setAsking(true)}>
        {name}
      </Button>
      {isAsking && (
        <Confirmation
          isGrave
          title={title}
          hint={hint}
          action={name}
          change={change}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
