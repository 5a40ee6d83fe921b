import { useState } from 'react'

/** What is changed, as the server told it last; a form that was overtaken follows it. */
export function useRow<Row extends { id: string; version: number }, Values>(
  shown: Row | undefined,
  valuesOf: (row: Row | undefined) => Values,
  read: (request: { path: { id: string } }) => Promise<{ data: Row }>,
) {
  const [row, setRow] = useState(shown)
  const reload = async () => {
    const { data } = await read({ path: { id: shown?.id ?? '' } })
    setRow(data)
    return { values: valuesOf(data), version: data.version }
  }
  return { row, filling: { initialValues: valuesOf(shown), reload: shown && reload } }
}
