import { InvalidArgumentError } from 'commander'

/** Reads the value of an option that must be a whole number. */
export const wholeNumber =
  (max: number, min = 1) =>
  (text: string): number => {
    const value = Number(text)
    if (text.trim() !== '' && Number.isInteger(value) && value >= min && value <= max) return value
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
  }
