import '../../../../packages/db/src/index.ts'
