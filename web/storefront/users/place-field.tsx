import { Group, Input, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { texts } from '../../texts/users.ts'
import type { Place } from '../search/place.ts'
import { nameOf, PickPlace } from './pick-place.tsx'

interface PlaceFieldProps {
  value?: Place | undefined
  onChange: (place: Place) => void
  error?: ReactNode
  /** Of the field in its form. */
  'data-path'?: string
}

/** Where somebody who opens an account is. */
export const PlaceField = ({ value, onChange, ...wrapper }: PlaceFieldProps) => (
  <Input.Wrapper
    {...wrapper}
    size="md"
    label={texts.signUp.place}
    labelElement="div"
    description={texts.signUp.placeHint}
    withAsterisk
  >
    <Group my={6} gap="sm">
      {value && <Text dir="auto">{nameOf(value)}</Text>}
      <PickPlace place={value} onPick={onChange}>
        {value ? texts.signUp.changePlace : texts.signUp.pickPlace}
      </PickPlace>
    </Group>
  </Input.Wrapper>
)

/** Moves where somebody is to another place. */
export const MovePlace = ({ value, onChange, ...wrapper }: PlaceFieldProps) => (
  <Input.Wrapper size="md" {...wrapper}>
    <Group gap="sm">
      <PickPlace place={value} onPick={onChange}>
        {texts.you.movePlace}
      </PickPlace>
      <div role="status">{value && <Text dir="auto">{texts.you.moved(nameOf(value))}</Text>}</div>
    </Group>
  </Input.Wrapper>
)
