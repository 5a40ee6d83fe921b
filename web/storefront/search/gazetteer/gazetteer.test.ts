import { expect, test } from 'vitest'
import { findTowns, labelOf, loadTowns, townNear } from './gazetteer.ts'

const towns = await loadTowns()
const found = (typed: string) => findTowns(towns, typed).map(({ name }) => name)

test('a town is found by the beginning of its name, without its accents, and by its postcode', () => {
  expect(found('brasi')).toEqual(['Brasília'])
  expect(found('reykjavik')).toEqual(['Reykjavík'])
  expect(found('14599')).toEqual(['Lindenau am See, Altstadt', 'Lindenau am See, Seeufer'])
  expect(found('lindenau gart')).toEqual(['Lindenau am See, Gartenstadt'])
  expect(found('san jose')).toEqual(['San José'])
})

test('a country leads to its capital, after the towns that begin like it', () => {
  expect(found('japan')).toEqual(['Tokyo'])
  expect(found('mexico')[0]).toBe('Mexico City')
  expect(found('germany').length).toBeGreaterThan(5)
  expect(found('')).toEqual([])
  expect(found('nowhere at all')).toEqual([])
})

test('somewhere is named by the town that it is near', () => {
  expect(townNear(towns, { lat: 52.4, lng: 13.06 })?.name).toBe('Lindenau am See, Altstadt')
  expect(townNear(towns, { lat: 48.8, lng: 2.3 })?.name).toBe('Paris')
  expect(townNear(towns, { lat: 0, lng: -140 })).toBeUndefined()
})

test('every entry is somewhere, and named once', () => {
  for (const { lat, lng, country } of towns) {
    expect(Math.abs(lat)).toBeLessThanOrEqual(90)
    expect(Math.abs(lng)).toBeLessThanOrEqual(180)
    expect(country).toMatch(/^[A-Z]{2}$/)
  }
  const labels = towns.map(labelOf)
  expect(new Set(labels).size).toBe(labels.length)
})
