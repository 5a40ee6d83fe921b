import { Button, CloseButton, Combobox, TextInput, useCombobox, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { SearchSuggestion } from '@plaza/client/marketplace'
import { getSearchSuggestionsOptions } from '@plaza/client/marketplace/queries'
import { IconCategory, IconHistory, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { language } from '../../texts/language.ts'
import { texts } from '../../texts/posts.ts'
import { texts as saved } from '../../texts/saved-searches.ts'
import { keptApart } from '../../ui/queries.ts'
import { usePersonId } from '../../ui/session.ts'
import { session } from '../session.ts'
import classes from './search.module.css'
import type { SearchParams } from './search-params.ts'

const debounceMs = 120
const longestSuggested = 100

const icons = { history: IconHistory, category: IconCategory, word: IconSearch }

function useSuggestions(typed: string, isWanted: boolean): readonly SearchSuggestion[] {
  const personId = usePersonId(session)
  const [asked] = useDebouncedValue(typed.trimStart(), debounceMs)
  const query = { q: asked, locale: language }
  const { data } = useQuery({
    ...keptApart(getSearchSuggestionsOptions({ query }), personId),
    // With nothing typed there are one's own searches.
    enabled: isWanted && asked.length <= longestSuggested && (asked !== '' || personId !== ''),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  return isWanted && typed.length <= longestSuggested ? (data?.data ?? []) : []
}

interface WordsProps {
  words: string
  search: (changed: Partial<SearchParams>) => void
}

/** The words of a search, with suggestions while they are typed: a combobox as WAI-ARIA describes it. */
export function Words({ words, search }: WordsProps) {
  const [typed, setTyped] = useState(words)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const suggestions = useSuggestions(typed, combobox.dropdownOpened)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    combobox.closeDropdown()
    search({ q: typed.trim() || undefined })
  }
  const choose = (index: string) => {
    const chosen = suggestions[Number(index)]
    if (!chosen) return
    combobox.closeDropdown()
    if (chosen.category_id === null) {
      setTyped(chosen.text)
      search({ q: chosen.text })
    } else {
      setTyped('')
      search({ q: undefined, category: chosen.category_id, sub: undefined, attributes: undefined })
    }
  }
  return (
    <form onSubmit={submit} className={classes.words}>
      <div className={classes.input}>
        <Combobox store={combobox} onOptionSubmit={choose} withinPortal={false}>
          <Combobox.Target withExpandedAttribute>
            <TextInput
              role="combobox"
              aria-autocomplete="list"
              type="search"
              enterKeyHint="search"
              aria-label={texts.search.words}
              placeholder={texts.search.words}
              maxLength={200}
              dir="auto"
              value={typed}
              onChange={(event) => {
                setTyped(event.currentTarget.value)
                combobox.openDropdown()
                combobox.resetSelectedOption()
              }}
              onClick={() => combobox.openDropdown()}
              onBlur={() => combobox.closeDropdown()}
              rightSectionWidth={44}
              rightSection={
                typed && (
                  <CloseButton
                    aria-label={texts.search.clear}
                    onClick={() => {
                      setTyped('')
                      search({ q: undefined })
                    }}
                  />
                )
              }
            />
          </Combobox.Target>
          <Combobox.Dropdown hidden={suggestions.length === 0}>
            <Combobox.Options aria-label={saved.suggestions}>
              {suggestions.map((suggestion, index) => (
                <Option
                  key={`${suggestion.kind} ${suggestion.category_id} ${suggestion.text}`}
                  suggestion={suggestion}
                  index={index}
                />
              ))}
            </Combobox.Options>
          </Combobox.Dropdown>
        </Combobox>
        <VisuallyHidden aria-live="polite">
          {combobox.dropdownOpened && typed !== '' ? saved.suggestionCount(suggestions.length) : ''}
        </VisuallyHidden>
      </div>
      <Button type="submit" leftSection={<IconSearch aria-hidden size={18} />}>
        {texts.search.submit}
      </Button>
    </form>
  )
}

function Option({
  suggestion: { kind, text, count },
  index,
}: {
  suggestion: SearchSuggestion
  index: number
}) {
  const Icon = icons[kind]
  const hint = count === null ? saved.suggestionKinds[kind] : saved.listings(count)
  return (
    <Combobox.Option value={String(index)} className={classes.suggestion}>
      <Icon aria-hidden size={18} />
      <bdi>{text}</bdi>
      {hint && <span className={classes.count}>{hint}</span>}
    </Combobox.Option>
  )
}
