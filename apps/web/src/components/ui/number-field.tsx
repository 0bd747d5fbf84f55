import { NumberInput, type NumberInputProps } from '@mantine/core'
import { isInRange } from './number-range.ts'

type Props = Omit<NumberInputProps, 'min' | 'max' | 'clampBehavior' | 'error'> & {
  min: number
  max: number
}

/** A number that stays what somebody typed: one out of its range is named, and never made another one. */
export const NumberField = (props: Props) => {
  const { value, min, max } = props
  return (
    <NumberInput
      {...props}
      clampBehavior="none"
      error={
        isInRange(value, props)
          ? undefined
          : `Give a number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}.`
      }
    />
  )
}
