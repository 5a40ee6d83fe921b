import { NativeSelect } from '@mantine/core'
import { language } from '../texts/language.ts'
import { languageNames } from '../texts/languages.ts'
import { texts } from '../texts/ui.ts'

const year = 31_536_000

/** Which language the pages are in. The server has one set of pages for each, so they are loaded again. */
export const LanguageChoice = () => (
  <NativeSelect
    label={texts.language}
    value={language}
    data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
    onChange={({ currentTarget }) => {
      // biome-ignore lint/suspicious/noDocumentCookie: the store of cookies is not in every browser yet
      document.cookie = `plaza-language=${currentTarget.value}; Path=/; Max-Age=${year}; SameSite=Lax`
      location.reload()
    }}
  />
)
