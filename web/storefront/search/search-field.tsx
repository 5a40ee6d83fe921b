import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { texts } from '../../texts/storefront.ts'
import classes from './home.module.css'

/** Leads to what is found. A plain field: the parts of a form are not fetched for it. */
export function SearchField() {
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const q = String(new FormData(event.currentTarget).get('q')).trim()
    void navigate({ to: '/search', search: q === '' ? {} : { q } })
  }
  return (
    <search>
      <form action="/search" className={classes.search} onSubmit={submit}>
        <IconSearch aria-hidden size={20} />
        <input
          type="search"
          name="q"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={200}
          dir="auto"
          aria-label={texts.home.search}
          placeholder={texts.home.search}
        />
      </form>
    </search>
  )
}
