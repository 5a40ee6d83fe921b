import { Stack, Table, Text } from '@mantine/core'
import { adminGetCoachCountsOptions } from '@plaza/client/wellness/queries'
import { useQuery } from '@tanstack/react-query'
import { texts as t } from '../../../texts/admin/wellness/coach.ts'
import { languageNames } from '../../../texts/languages.ts'
import { number } from '../../../ui/formats.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Empty, Failed, Waiting } from '../../../ui/states.tsx'

const nameOf = (language: string) =>
  Object.entries(languageNames).find(([tag]) => tag === language)?.[1] ?? language

/** How often the coach answered in which way, and how often it pointed to help. It is of nobody in particular. */
export function CoachCounts() {
  const query = useQuery(adminGetCoachCountsOptions())
  if (query.isPending) return <Waiting />
  if (query.isError) return <Failed error={query.error} retry={() => query.refetch()} />
  const rows = query.data.data
  return (
    <Stack maw="44rem">
      <PageTitle>{t.title}</PageTitle>
      <Text c="var(--ink-soft)">{t.hint}</Text>
      {rows.length === 0 ? (
        <Empty title={t.none} />
      ) : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.kind}</Table.Th>
              <Table.Th>{t.language}</Table.Th>
              <Table.Th>{t.replies}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ kind, language, replies }) => (
              <Table.Tr key={`${kind} ${language}`}>
                <Table.Td>{t.kinds[kind]}</Table.Td>
                <Table.Td>{nameOf(language)}</Table.Td>
                <Table.Td>{replies === null ? t.few : number(replies)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  )
}
