// In a folder that comes first, since nothing takes longer.
import { testExactness } from '../corrections/exactness.ts';

testExactness('server');
