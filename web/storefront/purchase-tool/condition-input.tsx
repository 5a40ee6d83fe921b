import { TextInput, type TextInputProps } from '@mantine/core'
import { useId } from 'react'
import { texts as listings } from '../../texts/posts.ts'
import { texts } from '../../texts/purchase-tool.ts'

/** In what state a thing is: one of the usual words, or others. */
export function ConditionInput(props: TextInputProps) {
  const id = useId()
  return (
    <>
      <TextInput required maxLength={60} label={texts.fields.condition} list={id} {...props} />
      <datalist id={id}>
        {Object.values(listings.conditions).map((condition) => (
          <option key={condition} value={condition} />
        ))}
      </datalist>
    </>
  )
}
