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

interface Label {
  name: string
  text: string
  x: number
  y: number
}

/** A letter is about so wide, and a line so high, in points of the drawing. */
const letterWidth = 9.5
const lineHeight = 20
/** Where a label may stand from its place: below it, above it. */
const offsets = [24, -14]

const collide = (a: Label, b: Label): boolean =>
  Math.abs(a.x - b.x) < ((a.text.length + b.text.length) / 2) * letterWidth &&
  Math.abs(a.y - b.y) < lineHeight

/** Names for as many places as have room for one; the list below has them all. */
function labelsOf(places: readonly { name: string; x: number; y: number }[]): Label[] {
  const placed: Label[] = []
  for (const { name, x, y } of places) {
    const text = name.split(', ').at(-1) ?? name
    const half = (text.length * letterWidth) / 2
    const within = Math.min(Math.max(x, half), width - half)
    const free = offsets
      .map((offset) => ({ name, text, x: within, y: y + offset }))
      .find((label) => label.y < height && !placed.some((other) => collide(label, other)))
    if (free) placed.push(free)
  }
  return placed
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
      {labelsOf(places.map(({ name, lat, lng }) => ({ name, x: shown.x(lng), y: shown.y(lat) }))).map(
        ({ name, text, x, y }) => (
          <text key={name} className={classes.label} x={x} y={y}>
            {text}
          </text>
        ),
      )}
      {picked && (
        <circle className={classes.picked} cx={shown.x(picked.lng)} cy={shown.y(picked.lat)} r="10" />
      )}
    </svg>
  )
}
