/** A part of one breath. */
export interface BreathPhase {
  phase: 'IN' | 'HOLD' | 'OUT'
  seconds: number
}

/** Where somebody is in a breath. */
export interface Breathing {
  phase: BreathPhase['phase']
  /** Counts the phases since the beginning, so that it changes with each. */
  beat: number
  /** How full the lungs are, from 0 to 1. */
  level: number
  /** How much of the phase is over, from 0 to 1. */
  share: number
  /** Whole seconds until the next phase, the present one included. */
  secondsLeft: number
}

/** Slow at both ends, as a breath is. */
const eased = (share: number): number => (1 - Math.cos(Math.PI * share)) / 2

/**
 * @param breath one breath, which is repeated; at least one phase.
 * @param elapsed seconds since the beginning.
 */
export function breathAt(breath: readonly BreathPhase[], elapsed: number): Breathing {
  const secondsOf = (wanted: BreathPhase['phase']) =>
    breath.reduce((sum, { phase, seconds }) => sum + (phase === wanted ? seconds : 0), 0)
  const total = breath.reduce((sum, { seconds }) => sum + seconds, 0)
  // What goes in comes out: two breaths in fill the lungs together.
  const cyclesIn = fillings(breath)
  const rate = {
    IN: cyclesIn / Math.max(1, secondsOf('IN')),
    HOLD: 0,
    OUT: -cyclesIn / Math.max(1, secondsOf('OUT')),
  }
  const round = Math.floor(elapsed / total)
  let left = elapsed - round * total
  let level = breath[0]?.phase === 'OUT' ? 1 : 0
  for (const [index, { phase, seconds }] of breath.entries()) {
    const change = rate[phase] * seconds
    if (left < seconds || index === breath.length - 1) {
      const share = Math.min(1, left / seconds)
      return {
        phase,
        beat: round * breath.length + index,
        level: Math.min(1, Math.max(0, level + change * eased(share))),
        share,
        secondsLeft: Math.max(1, Math.ceil(seconds - left)),
      }
    }
    left -= seconds
    level = Math.min(1, Math.max(0, level + change))
  }
  throw new Error('a breath has at least one phase')
}

/** How often the lungs are filled in it. */
function fillings(breath: readonly BreathPhase[]): number {
  const ways = breath.map(({ phase }) => phase).filter((phase) => phase !== 'HOLD')
  const turns = ways.filter((phase, index) => phase === 'IN' && ways[index - 1] !== 'IN')
  return Math.max(1, turns.length)
}
