import { Text } from '@mantine/core'
import type { Post } from '@plaza/client/marketplace'
import { texts } from '../../../texts/posts.ts'
import { distance } from '../../../ui/formats.ts'
import classes from './listing.module.css'

const width = 640
const height = 260
/** Points of the drawing for each metre; the server moves a place by at most 300 m. */
const scale = 0.3
const radiusMetres = 300
const barMetres = 250
const blockMetres = 120

/** Blocks of a town that is none: the same for a listing each time, telling nothing of its streets. */
function blocksOf(id: string): { x: number; y: number; w: number; h: number }[] {
  const step = blockMetres * scale
  const seed = Number.parseInt(id.slice(-6), 16)
  return Array.from({ length: Math.ceil(width / step) * Math.ceil(height / step) }, (_, index) => {
    const column = index % Math.ceil(width / step)
    const row = Math.floor(index / Math.ceil(width / step))
    const shift = ((seed >> (row % 20)) % 7) * 2
    return { x: column * step + shift, y: row * step, w: step - 7, h: step - 7 }
  })
}

/** Where the listing roughly is: the circle that the server hides its place in, to scale. */
export function Area({ post }: { post: Post }) {
  const { place, zip_code: zip } = post.address
  const [longitude, latitude] = post.location.coordinates
  const isKnown = longitude !== 0 || latitude !== 0
  const name = [zip, place].filter(Boolean).join(' ')
  return (
    <section>
      <h2 className={classes.section}>{texts.listing.place}</h2>
      <Text dir="auto" mb={4}>
        {name || (isKnown ? '' : texts.listing.placeUnknown)}
      </Text>
      {post.distance_km !== null && !post.own && (
        <Text c="var(--ink-soft)" mb="xs">
          {texts.listing.away(distance(post.distance_km))}
        </Text>
      )}
      {isKnown && (
        <>
          <Circle id={post._id} label={texts.listing.map(place)} />
          <Text size="sm" c="var(--ink-soft)" mt={6}>
            {post.own ? texts.listing.placeOfYours : texts.listing.placeHint}
          </Text>
        </>
      )}
    </section>
  )
}

const Circle = ({ id, label }: { id: string; label: string }) => (
  <svg className={classes.map} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
    <rect width={width} height={height} fill="light-dark(#e9eee6, #171d1a)" />
    {blocksOf(id).map(({ x, y, w, h }) => (
      <rect key={`${x} ${y}`} x={x} y={y} width={w} height={h} rx="4" fill="light-dark(#f6f8f3, #1f2724)" />
    ))}
    <circle
      cx={width / 2}
      cy={height / 2}
      r={radiusMetres * scale}
      fill="var(--brand)"
      fillOpacity="0.2"
      stroke="var(--brand)"
      strokeWidth="2"
    />
    <path
      d={`M20 ${height - 24} v6 h${barMetres * scale} v-6`}
      fill="none"
      stroke="var(--ink)"
      strokeWidth="2"
    />
    <text x="20" y={height - 30} fontSize="20" fill="var(--ink)">
      {texts.listing.scale(barMetres)}
    </text>
  </svg>
)
