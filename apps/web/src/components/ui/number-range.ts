/** Whether what was typed lies in its range. Nothing typed is for the form to judge. */
export const isInRange = (
  value: string | number | undefined,
  { min, max }: { min: number; max: number },
): boolean => {
  if (value === undefined || value === '') return true
  const number = Number(value)
  return number >= min && number <= max
}
