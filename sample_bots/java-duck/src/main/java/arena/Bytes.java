package arena;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.stream.IntStream;

/** Bytes of the wire as numbers from 0 to 255. */
final class Bytes {
  private Bytes() {}

  static List<Integer> toList(ByteString bytes) {
    return IntStream.range(0, bytes.size()).mapToObj(index -> bytes.byteAt(index) & 0xff).toList();
  }

  static ByteString fromList(List<Integer> numbers) {
    ByteString.Output bytes = ByteString.newOutput(numbers.size());
    numbers.forEach(bytes::write);
    return bytes.toByteString();
  }
}
