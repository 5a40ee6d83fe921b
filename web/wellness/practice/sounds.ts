import type { ExerciseDetail } from '@plaza/client/wellness'
import type { BreathPhase } from './breath.ts'

export type Sound = NonNullable<ExerciseDetail['sound']>

export const sounds = ['RAIN', 'WAVES', 'WIND', 'TRAIN', 'BOWLS'] as const satisfies readonly Sound[]

/** Seconds of the recordings that are made here, which then go round. */
const loopSeconds = 8
const bowlSeconds = 16

/** All that is heard in a practice, made by the browser itself: no file is fetched, so it works without a connection. */
export class Sounds {
  readonly #context = new AudioContext()
  readonly #cues = this.#volume(0.5)
  #behind: { gain: GainNode; sources: readonly AudioScheduledSourceNode[] } | undefined

  /** Browsers let a page be heard once somebody touched it. */
  readonly wake = (): void => {
    if (this.#context.state === 'suspended') void this.#context.resume()
  }

  /** Begins what is heard behind the practice. */
  play(sound: Sound): void {
    this.silence()
    const gain = this.#volume(0)
    this.#behind = { gain, sources: this.#scenes[sound](gain) }
    for (const source of this.#behind.sources) source.start()
    gain.gain.linearRampToValueAtTime(0.6, this.#context.currentTime + 2)
  }

  silence(): void {
    const behind = this.#behind
    if (!behind) return
    this.#behind = undefined
    const now = this.#context.currentTime
    behind.gain.gain.cancelScheduledValues(now)
    behind.gain.gain.setTargetAtTime(0, now, 0.2)
    for (const source of behind.sources) source.stop(now + 1)
  }

  /** Says what the breath does next: up, down, or a short sound to hold. */
  breathe(phase: BreathPhase['phase'], seconds: number): void {
    const [from, to] = { IN: [262, 392], HOLD: [330, 330], OUT: [392, 262] }[phase] as [number, number]
    this.#tone(from, to, phase === 'HOLD' ? 0.25 : Math.min(seconds, 1.6), phase === 'HOLD' ? 0.1 : 0.22)
  }

  /** A bell, as for the next step or the end. */
  ring(): void {
    for (const [partial, loudness] of [
      [1, 0.22],
      [2.76, 0.09],
      [5.4, 0.04],
    ] as const)
      this.#tone(523 * partial, 523 * partial, 2.4 / Math.sqrt(partial), loudness)
  }

  /** Lets what rings end by itself. */
  close(): void {
    this.silence()
    setTimeout(() => void this.#context.close(), 3000)
  }

  #volume(value: number): GainNode {
    const gain = new GainNode(this.#context, { gain: value })
    gain.connect(this.#context.destination)
    return gain
  }

  #tone(from: number, to: number, seconds: number, loudness: number): void {
    const now = this.#context.currentTime
    const source = new OscillatorNode(this.#context, { type: 'sine', frequency: from })
    const gain = new GainNode(this.#context, { gain: 0 })
    source.frequency.exponentialRampToValueAtTime(to, now + seconds)
    gain.gain.linearRampToValueAtTime(loudness, now + 0.04)
    gain.gain.exponentialRampToValueAtTime(0.0001, now + seconds + 0.3)
    source.connect(gain).connect(this.#cues)
    source.start(now)
    source.stop(now + seconds + 0.35)
  }

  /** A buffer that goes round, from what each moment of it sounds like. */
  #loop(seconds: number, wave: (second: number) => number): AudioBufferSourceNode {
    const { sampleRate } = this.#context
    const buffer = new AudioBuffer({ length: Math.round(seconds * sampleRate), sampleRate })
    const samples = buffer.getChannelData(0)
    for (let index = 0; index < samples.length; index++) samples[index] = wave(index / sampleRate)
    return new AudioBufferSourceNode(this.#context, { buffer, loop: true })
  }

  #noise = (): AudioBufferSourceNode => this.#loop(loopSeconds, () => Math.random() * 2 - 1)

  #filtered(source: AudioNode, filter: BiquadFilterOptions, loudness: number, out: AudioNode) {
    const sieve = new BiquadFilterNode(this.#context, filter)
    const gain = new GainNode(this.#context, { gain: loudness })
    source.connect(sieve).connect(gain).connect(out)
    return { frequency: sieve.frequency, gain: gain.gain }
  }

  /** Moves a setting slowly up and down. */
  #sway(target: AudioParam, hertz: number, depth: number): OscillatorNode {
    const sway = new OscillatorNode(this.#context, { frequency: hertz })
    const gain = new GainNode(this.#context, { gain: depth })
    sway.connect(gain).connect(target)
    return sway
  }

  readonly #scenes: Record<Sound, (out: AudioNode) => AudioScheduledSourceNode[]> = {
    RAIN: (out) => {
      const noise = this.#noise()
      this.#filtered(noise, { type: 'bandpass', frequency: 3200, Q: 0.4 }, 0.3, out)
      this.#filtered(noise, { type: 'lowpass', frequency: 320 }, 0.35, out)
      // Single drops on the cloth.
      let drop = 0
      const drops = this.#loop(loopSeconds, () => {
        drop = Math.random() < 0.0006 ? 1 : drop * 0.994
        return drop * (Math.random() * 2 - 1)
      })
      this.#filtered(drops, { type: 'bandpass', frequency: 1800, Q: 1 }, 0.5, out)
      return [noise, drops]
    },
    WAVES: (out) => {
      const noise = this.#noise()
      const { frequency, gain } = this.#filtered(noise, { type: 'lowpass', frequency: 600 }, 0.5, out)
      return [noise, this.#sway(gain, 0.09, 0.4), this.#sway(frequency, 0.09, 320)]
    },
    WIND: (out) => {
      const noise = this.#noise()
      const { frequency, gain } = this.#filtered(
        noise,
        { type: 'bandpass', frequency: 420, Q: 1.4 },
        0.7,
        out,
      )
      return [noise, this.#sway(frequency, 0.07, 180), this.#sway(gain, 0.11, 0.35)]
    },
    TRAIN: (out) => {
      const noise = this.#noise()
      this.#filtered(noise, { type: 'lowpass', frequency: 160 }, 0.9, out)
      // Two axles over a joint of the rail, again and again.
      const joints = [0, 0.17, 0.8, 0.97]
      const wheels = this.#loop(1.6, (second) => {
        const since = joints.map((joint) => second - joint).filter((passed) => passed >= 0)
        return Math.exp(-30 * Math.min(...since)) * (Math.random() * 2 - 1)
      })
      this.#filtered(wheels, { type: 'lowpass', frequency: 420 }, 0.8, out)
      return [noise, wheels]
    },
    BOWLS: (out) => {
      const strikes = [
        { at: 0, hertz: 174 },
        { at: bowlSeconds / 2, hertz: 220 },
      ]
      const bowls = this.#loop(bowlSeconds, (second) =>
        strikes.reduce((sum, { at, hertz }) => {
          const passed = (second - at + bowlSeconds) % bowlSeconds
          const begun = Math.min(1, passed * 20)
          const partial = (ratio: number, fading: number) =>
            Math.sin(2 * Math.PI * hertz * ratio * passed) * Math.exp(-passed * fading)
          return sum + begun * 0.2 * (partial(1, 0.35) + 0.5 * partial(2.71, 0.6) + 0.2 * partial(5.1, 1.2))
        }, 0),
      )
      bowls.connect(out)
      return [bowls]
    },
  }
}
