import { TextInput } from '@mantine/core'
import { useState } from 'react'

interface TimeFieldProps {
  label: string
  value: string
  onSet: (time: string) => void
}

/** A time of day, kept once it is one. */
export function TimeField({ label, value, onSet }: TimeFieldProps) {
  const [typed, setTyped] = useState(value)
  return (
    <TextInput
      type="time"
      label={label}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => (/^\d\d:\d\d$/.test(typed) ? typed !== value && onSet(typed) : setTyped(value))}
    />
  )
}
