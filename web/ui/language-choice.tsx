import { NativeSelect } from '@mantine/core'
import { language } from '../texts/language.ts'
import { languageNames } from '../texts/languages.ts'
import { texts } from '../texts/ui.ts'

const year = 31_536_000

/**
 * Which language the pages are in. The server has one set of pages for each, so they are loaded again.
 * `keep` lets the account follow, so that mails and notices are in that language, too.
 */
export const LanguageChoice = ({ keep }: { keep?: (language: string) => Promise<unknown> }) => (
  <NativeSelect
    label={texts.language}
    value={language}
    data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
    onChange={async ({ currentTarget: { value } }) => {
      // biome-ignore lint/suspicious/noDocumentCookie: the store of cookies is not in every browser yet
      document.cookie = `plaza-language=${value}; Path=/; Max-Age=${year}; SameSite=Lax`
      // The pages are in the chosen language even where the server did not hear of it.
      await keep?.(value).catch(() => undefined)
      location.reload()
    }}
  />
)
