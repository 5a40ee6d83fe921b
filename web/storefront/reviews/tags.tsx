import { Chip, Group } from '@mantine/core'
import type { ReviewRecord } from '@plaza/client/marketplace'
import { texts } from '../../texts/reviews.ts'
import classes from './reviews.module.css'

export type Tag = ReviewRecord['tags'][number]

/** The server takes no more. */
const most = 5
const all = Object.keys(texts.tag) as Tag[]

/** How it was, in a word each. */
export const Tags = ({ tags }: { tags: readonly Tag[] }) =>
  tags.length > 0 && (
    <ul className={classes.tags} aria-label={texts.tagsOf}>
      {tags.map((tag) => (
        <li key={tag}>{texts.tag[tag]}</li>
      ))}
    </ul>
  )

interface TagsInputProps {
  value: Tag[]
  onChange: (value: Tag[]) => void
}

export const TagsInput = ({ value, onChange }: TagsInputProps) => (
  <fieldset className={classes.words}>
    <legend>{texts.tags}</legend>
    <Chip.Group
      multiple
      value={value}
      onChange={(chosen) => onChange(all.filter((tag) => chosen.includes(tag)))}
    >
      <Group gap="xs" mt="xs">
        {all.map((tag) => (
          <Chip key={tag} value={tag} disabled={value.length >= most && !value.includes(tag)}>
            {texts.tag[tag]}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  </fieldset>
)
