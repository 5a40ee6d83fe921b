import { Fieldset, Stack, Textarea, TextInput } from '@mantine/core'
import { texts as t } from '../../../texts/admin/wellness/catalogue.ts'
import { languageNames } from '../../../texts/languages.ts'

type Texts = Record<string, Record<string, string>>

/** The languages of the pages, without the one that texts are written in first. */
const others = Object.entries(languageNames).filter(([language]) => language !== 'en')

/** What a form shows of the texts in other languages; those of languages that it does not show are kept. */
export const shownTexts = (known: Texts | undefined, name: TranslationsProps['name']): Texts =>
  Object.fromEntries([
    ...Object.entries(known ?? {}),
    ...others.map(([language]) => [
      language,
      {
        [name]: known?.[language]?.[name] ?? '',
        description: known?.[language]?.description ?? '',
        ...(name === 'title' ? { steps: known?.[language]?.steps ?? '' } : {}),
      },
    ]),
  ])

/** What is sent of them: no empty texts. */
export const writtenTexts = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([language, fields]) => {
      const written = Object.entries(fields).filter(([, text]) => text.trim() !== '')
      return written.length > 0 ? [[language, Object.fromEntries(written)]] : []
    }),
  )

/** Of an exercise with steps, these one a line. */
export const withLines = (
  known: Record<string, { steps?: readonly string[]; [name: string]: unknown }> | undefined,
): Texts | undefined =>
  known &&
  Object.fromEntries(
    Object.entries(known).map(([language, { steps, ...texts }]) => [
      language,
      { ...(texts as Record<string, string>), ...(steps ? { steps: steps.join('\n') } : {}) },
    ]),
  )

interface TranslationsProps {
  /** The field that is the name: of an exercise its title. */
  name: 'name' | 'title'
  label: string
  /** What its steps are called, where it has some. */
  stepsLabel?: string
  getInputProps: (path: string) => object
}

export const Translations = ({ name, label, stepsLabel, getInputProps }: TranslationsProps) =>
  others.map(([language, spoken]) => (
    <Fieldset key={language} legend={t.inLanguage(spoken)} lang={language}>
      <Stack gap="xs">
        <TextInput
          maxLength={120}
          label={t.labelIn(label, spoken)}
          {...getInputProps(`translations.${language}.${name}`)}
        />
        <Textarea
          autosize
          maxLength={1000}
          label={t.labelIn(t.description, spoken)}
          {...getInputProps(`translations.${language}.description`)}
        />
        {stepsLabel && (
          <Textarea
            autosize
            minRows={3}
            label={t.labelIn(stepsLabel, spoken)}
            {...getInputProps(`translations.${language}.steps`)}
          />
        )}
      </Stack>
    </Fieldset>
  ))
