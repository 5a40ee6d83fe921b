import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { texts } from '../../texts/collections.ts'
import { Picture } from '../../ui/picture.tsx'
import { Failed } from '../../ui/states.tsx'
import { useCollections } from './collection-data.ts'
import classes from './collections.module.css'

/** The person's collections side by side; nothing where there are none. */
export function CollectionStrip() {
  const collections = useCollections()
  const named = collections.data?.filter(({ is_default }) => !is_default) ?? []
  if (collections.isError && !collections.data)
    return <Failed error={collections.error} retry={() => collections.refetch()} />
  if (collections.isSuccess && named.length === 0) return null
  return (
    <section aria-labelledby="collections" className={classes.section}>
      <h2 id="collections">{texts.title}</h2>
      <ul className={classes.strip}>
        {collections.isPending &&
          [1, 2, 3].map((key) => <Skeleton key={key} component="li" height={180} radius="md" />)}
        {named.map(({ _id, name, count, cover }) => (
          <li key={_id}>
            <Link to="/collections/$collectionId" params={{ collectionId: _id }} className={classes.tile}>
              <span className={classes.cover}>
                {[0, 1, 2, 3].map((index) => (
                  <span key={index}>
                    {cover[index] && <Picture url={cover[index]} alt="" sizes="72px" />}
                  </span>
                ))}
              </span>
              <strong dir="auto">{name}</strong>
              <span className={classes.soft}>{texts.count(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
