import { TextInput } from '@mantine/core'
import { getAllUsersInfiniteOptions } from '@plaza/client/marketplace/queries'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../texts/people.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { byCursor, isComing, rowsOf } from '../../ui/queries.ts'
import { Empty, Failed, More } from '../../ui/states.tsx'
import { useTypedSearch } from '../../ui/typed-search.ts'
import { BackToYou } from '../accounts/back-to-you.tsx'
import { Contacts } from './contacts.tsx'
import classes from './people.module.css'
import { PeopleSkeleton, PersonRow } from './person-row.tsx'

const shortest = 2

/** The people who want to be found, by their names or by their addresses. */
export function FindPeople() {
  const { q = '' } = useSearch({ from: '/signed-in/people' })
  const navigate = useNavigate({ from: '/people' })
  const [typed, setTyped] = useState(q)
  const tell = useTypedSearch((text) =>
    navigate({ search: text.trim() === '' ? {} : { q: text.trim() }, replace: true }),
  )
  const list = useInfiniteQuery({
    ...getAllUsersInfiniteOptions({
      query: { limit: 30, ...(q.length >= shortest ? { search: q } : {}) },
    }),
    ...byCursor,
    placeholderData: keepPreviousData,
  })
  const people = rowsOf(list.data)
  const isAwaited = isComing(list)
  return (
    <div className={classes.page}>
      <BackToYou />
      <PageTitle>{texts.find.title}</PageTitle>
      <p className={classes.hint}>{texts.find.hint}</p>
      <TextInput
        type="search"
        label={texts.find.name}
        maxLength={80}
        dir="auto"
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          tell(value)
        }}
      />
      <Contacts />
      {list.isError && people.length === 0 && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.isSuccess && !isAwaited && people.length === 0 && (
        <Empty title={texts.find.nobody} hint={texts.find.nobodyHint} />
      )}
      <ul className={classes.people} aria-busy={list.isPlaceholderData}>
        {isAwaited && people.length === 0 && <PeopleSkeleton />}
        {people.map((person) => (
          <PersonRow key={person._id} person={person} />
        ))}
      </ul>
      <More query={list} />
    </div>
  )
}
