import '../main.ts'
