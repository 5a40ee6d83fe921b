import type { MouseEvent } from 'react'
import { texts } from '../../texts/places.ts'
import { type Place, roughly } from './place.ts'
import classes from './place-map.module.css'

const width = 600
const height = 300
const margin = 50

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Degrees to points of the drawing and back, wide enough for all places. */
function projectionOf(places: readonly Place[]) {
  const lats = places.map(({ lat }) => lat)
  const lngs = places.map(({ lng }) => lng)
  const middle = {
    lat: (Math.min(...lats) + Math.max(...lats)) / 2,
    lng: (Math.min(...lngs) + Math.max(...lngs)) / 2,
  }
  const shrink = Math.max(Math.cos(radians(middle.lat)), 0.1)
  const high = Math.max(Math.max(...lats) - Math.min(...lats), 0.02)
  const wide = Math.max((Math.max(...lngs) - Math.min(...lngs)) * shrink, 0.02)
  const scale = Math.min((width - 2 * margin) / wide, (height - 2 * margin) / high)
  return {
    x: (lng: number) => width / 2 + (lng - middle.lng) * shrink * scale,
    y: (lat: number) => height / 2 - (lat - middle.lat) * scale,
    lat: (y: number) => middle.lat - (y - height / 2) / scale,
    lng: (x: number) => middle.lng + (x - width / 2) / (shrink * scale),
  }
}

const nearest = (places: readonly Place[], lat: number, lng: number): Place | undefined =>
  places.toSorted((a, b) => Math.hypot(a.lat - lat, a.lng - lng) - Math.hypot(b.lat - lat, b.lng - lng))[0]

/**
 * The places as they lie to each other; pressing anywhere picks that point. It only doubles the
 * list below it, so readers of the screen and keyboards need not go through it.
 */
export function PlaceMap({
  places,
  picked,
  onPick,
}: {
  places: readonly Place[]
  picked: Place | undefined
  onPick: (place: Place) => void
}) {
  const shown = projectionOf(places)
  const pick = ({ currentTarget, clientX, clientY }: MouseEvent<SVGSVGElement>) => {
    const point = new DOMPoint(clientX, clientY).matrixTransform(currentTarget.getScreenCTM()?.inverse())
    const lat = roughly(Math.min(90, Math.max(-90, shown.lat(point.y))))
    const lng = roughly(Math.min(180, Math.max(-180, shown.lng(point.x))))
    onPick({ lat, lng, name: texts.near(nearest(places, lat, lng)?.name ?? '') })
  }
  return (
    <svg className={classes.map} viewBox={`0 0 ${width} ${height}`} aria-hidden onClick={pick}>
      {places.map(({ name, lat, lng }) => (
        <circle key={name} className={classes.area} cx={shown.x(lng)} cy={shown.y(lat)} r="26" />
      ))}
      {places.map(({ name, lat, lng }) => (
        <circle key={name} className={classes.dot} cx={shown.x(lng)} cy={shown.y(lat)} r="5" />
      ))}
      {places.map(({ name, lat, lng }) => (
        <text key={name} className={classes.label} x={shown.x(lng)} y={shown.y(lat) + 22}>
          {name.split(', ').at(-1)}
        </text>
      ))}
      {picked && (
        <circle className={classes.picked} cx={shown.x(picked.lng)} cy={shown.y(picked.lat)} r="10" />
      )}
    </svg>
  )
}
