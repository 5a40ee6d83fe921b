import { getCategoryTreeOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { language } from '../../texts/language.ts'
import { texts } from '../../texts/storefront.ts'
import classes from './home.module.css'

const skeletons = [92, 120, 104, 132, 96, 116, 124, 100]

/** The categories side by side, each leading to its listings. */
export function CategoryStrip() {
  const { data, isPending } = useQuery({
    ...getCategoryTreeOptions({ query: { depth: 1, locale: language } }),
    staleTime: 10 * 60_000,
  })
  return (
    <nav className={classes.strip} aria-label={texts.home.categories}>
      <ul>
        {isPending &&
          skeletons.map((width) => (
            <li key={width} className={`${classes.stripItem} ${classes.chipSkeleton}`} style={{ width }} />
          ))}
        {data?.data.map(({ _id, name, icon }) => (
          <li key={_id} className={classes.stripItem}>
            <Link to="/search" search={{ category: _id }} className={classes.chip}>
              <span aria-hidden>{icon}</span> {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
