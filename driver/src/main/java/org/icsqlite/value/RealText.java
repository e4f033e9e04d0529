package org.icsqlite.value;

import java.math.BigInteger;

/**
 * The text of a REAL exactly as SQLite 3.54 writes it.
 *
 * <p>SQLite scales the number to an integer of 18 or 19 digits with one multiplication by a power
 * of ten of 64 bits, rounds that to 17 digits, and takes fewer when the digits end in zeros or
 * nines and the shorter number is the same double. The errors of that multiplication are visible in
 * the last digit of one number in forty, so it is done here in the same way.
 */
final class RealText {

  private static final int DIGITS = 17;
  private static final int LEAST_POWER = -291;
  private static final int MOST_POWER = 342;

  /** The upper 64 bits of each power of ten, cut off below. */
  private static final long[] POWERS = powers();

  /** Powers of ten that are doubles. */
  private static final double[] EXACT_POWERS = exactPowers();

  private RealText() {}

  static String of(double value) {
    if (value == 0) {
      return "0.0";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "Inf" : "-Inf";
    }
    StringBuilder text = new StringBuilder(26);
    if (value < 0) {
      text.append('-');
    }
    double magnitude = Math.abs(value);
    long bits = Double.doubleToRawLongBits(magnitude);
    long mantissa = bits & (-1L >>> 12);
    int exponent = (int) (bits >>> 52);
    if (exponent == 0) {
      exponent = 1;
    } else {
      mantissa |= 1L << 52;
    }
    int shift = Long.numberOfLeadingZeros(mantissa);
    mantissa <<= shift;
    exponent -= 1075 + shift;

    int power = 17 - floorLog10(exponent + 63);
    long product = unsignedMultiplyHigh(mantissa, POWERS[power - LEAST_POWER]);
    product >>>= -(exponent + floorLog2(power) + 2);
    String digits = Long.toUnsignedString((product >>> 1) + (product & 1));

    int point = digits.length() - power;
    String shorter = shorter(digits, point, magnitude);
    String rounded = round(digits, shorter);
    if (rounded.length() > digits.length()) {
      point++;
      rounded = rounded.substring(0, digits.length());
    }
    append(text, withoutTrailingZeros(rounded), point);
    return text.toString();
  }

  /** As many digits as are in {@code digits}, or one more when rounding carries over. */
  private static String round(String digits, String shorter) {
    if (shorter != null) {
      return shorter;
    }
    int cut = digits.length() - DIGITS;
    if (cut <= 0) {
      return digits;
    }
    long kept = Long.parseLong(digits.substring(0, DIGITS));
    return (digits.charAt(DIGITS) >= '5' ? kept + 1 : kept) + "0".repeat(cut);
  }

  /** Digits that end before the zeros or nines, padded to the same length; or null. */
  private static String shorter(String digits, int point, double magnitude) {
    if (digits.length() <= DIGITS) {
      return null;
    }
    int end;
    long kept;
    if (digits.startsWith("99", 14)) {
      end = 14;
      while (end > 0 && digits.charAt(end - 1) == '9') {
        end--;
      }
      kept = end == 0 ? 1 : Long.parseLong(digits.substring(0, end)) + 1;
    } else if (point >= digits.length() || digits.startsWith("000", 13)) {
      end = 13;
      while (digits.charAt(end - 1) == '0') {
        end--;
      }
      kept = Long.parseLong(digits.substring(0, end));
    } else {
      return null;
    }
    return scaled(kept, point - end) == magnitude ? kept + "0".repeat(digits.length() - end) : null;
  }

  /** The double nearest to {@code digits}, below 10 to the 14th, times a power of ten. */
  private static double scaled(long digits, int power) {
    if (Math.abs(power) < EXACT_POWERS.length) {
      return power < 0 ? digits / EXACT_POWERS[-power] : digits * EXACT_POWERS[power];
    }
    return Double.parseDouble(digits + "e" + power);
  }

  private static String withoutTrailingZeros(String digits) {
    int end = digits.length();
    while (end > 1 && digits.charAt(end - 1) == '0') {
      end--;
    }
    return digits.substring(0, end);
  }

  /** The digits with the decimal point after the first {@code point} of them. */
  private static void append(StringBuilder text, String digits, int point) {
    int count = digits.length();
    if (point < -3 || point > DIGITS) {
      int exponent = point - 1;
      text.append(digits.charAt(0)).append('.');
      text.append(count == 1 ? "0" : digits.substring(1));
      text.append(exponent < 0 ? "e-" : "e+");
      if (Math.abs(exponent) < 10) {
        text.append('0');
      }
      text.append(Math.abs(exponent));
    } else if (point <= 0) {
      text.append("0.").append("0".repeat(-point)).append(digits);
    } else if (point >= count) {
      text.append(digits).append("0".repeat(point - count)).append(".0");
    } else {
      text.append(digits, 0, point).append('.').append(digits, point, count);
    }
  }

  /** Of a power of two; exact in the range of a double. */
  private static int floorLog10(int power) {
    return (int) Math.floor(power * Math.log10(2));
  }

  /** Of a power of ten; exact in the range of a double. */
  private static int floorLog2(int power) {
    return (int) Math.floor(power * (Math.log(10) / Math.log(2)));
  }

  private static long unsignedMultiplyHigh(long a, long b) {
    return Math.multiplyHigh(a, b) + (a & (b >> 63)) + (b & (a >> 63));
  }

  private static long[] powers() {
    long[] powers = new long[MOST_POWER - LEAST_POWER + 1];
    for (int power = LEAST_POWER; power <= MOST_POWER; power++) {
      BigInteger magnitude = BigInteger.TEN.pow(Math.abs(power));
      BigInteger scaled =
          power < 0
              ? BigInteger.ONE.shiftLeft(magnitude.bitLength() + 64).divide(magnitude)
              : magnitude.shiftLeft(64);
      powers[power - LEAST_POWER] = scaled.shiftRight(scaled.bitLength() - 64).longValue();
    }
    return powers;
  }

  private static double[] exactPowers() {
    double[] powers = new double[23];
    powers[0] = 1;
    for (int power = 1; power < powers.length; power++) {
      powers[power] = powers[power - 1] * 10;
    }
    return powers;
  }
}
